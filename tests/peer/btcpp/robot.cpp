// A robot that walks, rests and begins again: BehaviorTree.CPP with its Groot2 publisher at the port that is given. Ticks twenty times a second until
// it is killed.
#include <chrono>
#include <iostream>
#include <string>
#include <thread>

#include <behaviortree_cpp/bt_factory.h>
#include <behaviortree_cpp/loggers/groot2_publisher.h>

namespace {

const char* const TREE = R"(
<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Sequence name="day">
      <Script name="count" code="steps:=0"/>
      <Walk name="walk" steps="{steps}"/>
      <AlwaysSuccess name="rest"/>
    </Sequence>
  </BehaviorTree>
</root>)";

// Takes four ticks, and counts them.
class Walk : public BT::StatefulActionNode {
 public:
  Walk(const std::string& name, const BT::NodeConfig& config) : BT::StatefulActionNode(name, config) {}

  static BT::PortsList providedPorts() { return {BT::BidirectionalPort<int>("steps")}; }

  BT::NodeStatus onStart() override {
    steps_ = 0;
    return BT::NodeStatus::RUNNING;
  }

  BT::NodeStatus onRunning() override {
    setOutput("steps", ++steps_);
    return steps_ < 4 ? BT::NodeStatus::RUNNING : BT::NodeStatus::SUCCESS;
  }

  void onHalted() override {}

 private:
  int steps_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: robot PORT\n";
    return 2;
  }
  BT::BehaviorTreeFactory factory;
  factory.registerNodeType<Walk>("Walk");
  factory.registerBehaviorTreeFromText(TREE);
  auto tree = factory.createTree("Main");
  BT::Groot2Publisher publisher(tree, static_cast<unsigned>(std::stoul(arguments[1])));
  while (true) {
    tree.tickOnce();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}
